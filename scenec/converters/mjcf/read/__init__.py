"""Reading MJCF as MuJoCo's compiler reads it."""
