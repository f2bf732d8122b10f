"""Findings about a scene file as a program: calls, variables, expressions, imports, text that SimSpark never executes."""

from __future__ import annotations

import msgspec

from scenec.accounting.code import Code, by_code
from scenec.accounting.finding import INEFFECTIVE

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

STOPS = "SimSpark skips the rest of the file."

# ---------------------------------------------------------------- calls

CALL_OVERRIDDEN = Code(
    "call-overridden-ineffective", "dropped", "note", "metadata",
    headline="Call overridden: {method}",
    because="A later {method} of the same node replaces it.",
    effect="No effect: SimSpark uses the later call as well.",
    advice="Remove the earlier call.",
    many="calls overridden",
)
CALL_REJECTED = Code(
    "call-rejected-ineffective", "dropped", "warning", "metadata",
    headline="Call rejected: {method} of {node}",
    because="{method} of {node} takes {parameters}.",
    effect="No effect: SimSpark ignores such a call without a message.",
    advice="Write the parameters that the method takes. Switches are spelled true and false.",
    many="calls rejected",
)
METHOD_UNKNOWN = Code(
    "method-unknown-ineffective", "dropped", "warning", "metadata",
    headline="Unknown method ignored: {method} of {node}",
    because="{node} has no method {method}.",
    effect="No effect: SimSpark ignores the call as well.",
    advice="{fix}",
    many="unknown methods ignored",
)
PARAMETER_SURPLUS = Code(
    "parameter-surplus-ineffective", "dropped", "note", "metadata",
    headline="Surplus parameters ignored: {method}",
    because="{method} reads {limit}.",
    effect="No effect: SimSpark ignores the surplus parameters as well.",
    advice="Remove the surplus parameters.",
    many="surplus parameters ignored",
)

# ---------------------------------------------------------------- nodes

NODE_CLASS_MISSING = Code(
    "node-class-missing", "invalid", "error", "geometry",
    headline="Node without a class rejected",
    because="`nd` is not followed by a class.",
    effect=STOPS,
    advice="Write a class behind nd, like (nd Box).",
    many="nodes without a class rejected",
)
NODE_CLASS_UNKNOWN = Code(
    "node-class-unknown", "invalid", "error", "geometry",
    headline="Unknown node class rejected: {name}",
    because="SimSpark has no class {name}.",
    effect=STOPS,
    advice="{fix}",
    many="unknown node classes rejected",
)
SELECT_WITHOUT_NODE = Code(
    "select-without-node", "invalid", "error", "geometry",
    headline="Selection failed: {name}",
    because="The current node has no child of this name.",
    effect=STOPS,
    advice="{fix}",
    many="selections failed",
)

# ---------------------------------------------------------------- variables and expressions

DEFINE_INVALID = Code(
    "define-invalid", "invalid", "error", "geometry",
    headline="Definition rejected: {missing} is missing",
    because="A definition needs a variable and a value.",
    effect=STOPS,
    advice="Write (def $name value).",
    many="definitions rejected",
)
EXPRESSION_INVALID = Code(
    "expression-invalid", "invalid", "error", "geometry",
    headline="Expression rejected: {expression}",
    because="The expression has no value: {why}.",
    effect=STOPS,
    advice="{fix}",
    many="expressions rejected",
)
EXPRESSION_ROUNDED = Code(
    "expression-rounded", "approximated", "warning", "geometry",
    headline="Expression rounded: {expression} = {rounded}",
    because="Ruby's numbers reach SimSpark with six digits.",
    effect="The value is wrong from the seventh digit on.",
    advice="Write the number itself.",
    many="expressions rounded",
)
PARAMETER_COUNT_DIFFERS = Code(
    "parameter-count-differs", "converted", "warning", "metadata",
    headline="Number of parameters differs: {value}",
    because="{document} declares {expected} parameters and gets {given}.",
    effect="{consequence_of_count}",
    advice="Pass as many parameters as the file declares. Use --parameter for the entry file.",
    many="numbers of parameters differ",
)
TEMPLATE_INVALID = Code(
    "template-invalid", "invalid", "error", "geometry",
    headline="Parameter declaration rejected: {name}",
    because="Each parameter is declared once, and its name starts with $.",
    effect=STOPS,
    advice="Declare each parameter once, with a $ before its name.",
    many="parameter declarations rejected",
)
VARIABLE_UNKNOWN = Code(
    "variable-unknown", "invalid", "error", "geometry",
    headline="Unknown variable rejected: {name}",
    because="The file neither defines {name} nor declares it as a parameter.",
    effect=STOPS,
    advice="{fix}",
    many="unknown variables rejected",
)
VARIABLE_UNUSED = Code(
    "variable-unused-ineffective", "dropped", "note", "metadata",
    headline="Unused variable ignored",
    because="No expression uses this value.",
    effect="No effect: SimSpark does not use the value either.",
    advice="Remove the definition or parameter.",
    many="unused variables ignored",
)
FACTOR_OF_ZERO = Code(
    "factor-of-zero-ineffective", "dropped", "note", "metadata",
    headline="Number multiplied by 0 ignored",
    because="The expression multiplies the number by 0, or divides 0 by it.",
    effect="No effect: the result is 0 with any other number, too.",
    many="numbers multiplied by 0 ignored",
)
VARIABLE_WITHOUT_VALUE = Code(
    "variable-without-value", "invalid", "error", "geometry",
    headline="Variable without a value rejected: {name}",
    because="The file declares {expected} parameters and gets {given}.",
    effect=STOPS,
    advice="Pass as many parameters as the file declares. Use --parameter for the entry file.",
    many="variables without a value rejected",
)

# ---------------------------------------------------------------- switches

SWITCH_BRANCH = Code(
    "switch-branch-ineffective", "dropped", "note", "metadata",
    headline="Case of a switch not taken",
    because="Another case has the value of the switch.",
    effect="No effect: SimSpark skips the case as well.",
    advice="Remove the case if it is never taken.",
    many="cases of switches not taken",
)
SWITCH_REST = Code(
    "switch-rest-ineffective", "dropped", "warning", "metadata",
    headline="Rest of a case ignored",
    because="SimSpark executes one list of a case, the first one behind the label.",
    effect="No effect: SimSpark ignores the rest as well.",
    advice="Put everything that the case executes into one list.",
    many="rests of cases ignored",
)
SWITCH_WITHOUT_CASE = Code(
    "switch-without-case", "invalid", "error", "geometry",
    headline="Switch rejected: {value}",
    because="The switch has no case for this value, or the case has no list to execute.",
    effect=STOPS,
    advice="Add a case with a list. There is no default case.",
    many="switches rejected",
)

# ---------------------------------------------------------------- files

HEADER_SURPLUS = Code(
    "header-surplus-ineffective", "dropped", "note", "metadata",
    headline="Surplus text in the header ignored: {text}",
    because="SimSpark reads two whole version numbers in the header and nothing else.",
    effect="No effect: SimSpark ignores the text as well.",
    advice="Write (RSG 0 1).",
    many="surplus texts in headers ignored",
)
IMPORT_FAILED = Code(
    "import-failed", "unresolved", "error", "geometry",
    headline="Import failed: {file}",
    because="The file cannot be imported: {why}.",
    effect="{consequence_of_failure}",
    advice="{fix}",
    many="imports failed",
)
TEXT_NOT_EXECUTED = Code(
    "text-not-executed-ineffective", "dropped", "note", "metadata",
    headline="Text not executed",
    because="SimSpark stops before this text, or the text stands behind the scene.",
    effect="No effect: SimSpark does not execute the text either.",
    advice="Remove the text, or correct the place where SimSpark stops.",
    many="texts not executed",
)
TEXT_UNREAD = Code(
    "text-unread-ineffective", "dropped", "note", "metadata",
    headline="Text ignored: {why}",
    because="SimSpark reads the header and the list behind it.",
    effect="No effect: SimSpark does not read the text either.",
    advice="Remove the text.",
    many="texts ignored",
)
TEXT_ENCODING_GUESSED = Code(
    "text-encoding-guessed", "converted", "note", "metadata",
    headline="Text read as Latin-1",
    because="The file is not valid UTF-8.",
    effect="Names with letters beyond ASCII may look different.",
    advice="Save the file as UTF-8.",
    many="files read as Latin-1",
)

# ---------------------------------------------------------------- results in the same format, which end where SimSpark stops

STOPPING = (
    DEFINE_INVALID,
    NODE_CLASS_MISSING,
    NODE_CLASS_UNKNOWN,
    SELECT_WITHOUT_NODE,
    SWITCH_WITHOUT_CASE,
    TEMPLATE_INVALID,
    VARIABLE_UNKNOWN,
    VARIABLE_WITHOUT_VALUE,
)
"""Places where SimSpark stops reading a file, independent of the plugins that are installed."""


def _without_loss(row: Code) -> Code:
    effect = "No effect: SimSpark stops there as well. The result ends where SimSpark stops reading the file."
    return msgspec.structs.replace(row, code=row.code + INEFFECTIVE, fate="dropped", level="warning", effect=effect)


WITHOUT_LOSS = {row.code: _without_loss(row) for row in STOPPING}
"""Code of a finding that stops SimSpark -> its row in a conversion to RubySceneGraph."""

CODES = by_code([*globals().values(), *WITHOUT_LOSS.values()])
