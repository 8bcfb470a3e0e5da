"""refines.py BEFORE.ll AFTER.ll: each integer function of one block against what it has become, interpreted;
see straight_line.py.

Functions of few bits are compared for all arguments, others for some hundred, poison among them. Prints how
many functions there are.
"""

import sys

from straight_line import functions, worse

before, after = (functions(open(path).read()) for path in sys.argv[1:3])
for name, function in before.items():
    wrong = worse(function, after[name])
    if wrong:
        sys.exit(f"{name} is another function: {wrong}")
print(f"{len(before)} functions, all refined")
