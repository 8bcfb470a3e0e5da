// remarks
