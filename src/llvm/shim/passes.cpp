// passes
