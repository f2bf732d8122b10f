"""Taking along what a target cannot say: the differences between a scene and what a file of another format says of it, and merging
them back into what that file says now."""
