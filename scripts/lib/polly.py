"""Polly in opt, by version of LLVM, for scripts that run it beside idiom."""


def canonical(version):
    """The passes by which Polly's documentation brings code into canonical form."""
    instcombine = "instcombine<no-verify-fixpoint>" if int(version) >= 18 else "instcombine"
    return (
        f"mem2reg,early-cse<memssa>,{instcombine},simplifycfg,tailcallelim,simplifycfg,reassociate,"
        f"loop(loop-rotate),{instcombine},loop(indvars)"
    )


def detection(version, is_printed=False):
    """The options for Polly's detection, with the analyses that it requires; it is printed before LLVM 22 in
    any case."""
    return options(version, "detect", "polly-detect", is_printed)


def descriptions(version, is_printed=False):
    """The options for detection and ScopInfo, likewise."""
    return options(version, "scops", "polly-function-scops", is_printed)


def options(version, phase, analysis, is_printed):
    if int(version) < 22:
        return ["-polly-process-unprofitable", f"-passes=polly-prepare,print<{analysis}>"]
    printing = [f"-polly-print-{phase}"] if is_printed else []
    return ["-polly-process-unprofitable", f"-passes=polly-custom<prepare;{phase}>", *printing]
