"""The program in an .rsg file: `interpreter.Program` executes it as SimSpark does, and leaves the nodes that the reader interprets."""
