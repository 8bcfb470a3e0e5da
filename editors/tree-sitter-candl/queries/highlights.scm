(comment) @comment
(string) @string
(number) @number
(name) @type
(index_name) @variable.parameter
(operator) @operator
(sign) @operator
(symbol) @constant
(variable (word) @variable)
(atom (word) @function)
["Constraint" "Rewrite" "End" "private" "use" "include" "collect" "hide" "none" "some" "every" "has" "if" "then" "else" "endif"
 "foreach" "forany" "for" "not" "otherwise" "specified" "extern" "gives" "nest" "parallel" "reducing" "privatising" "any" "by" "exit" "value" "down" "bounded" "updating" "leaving" "until" "skipping" "unless" "with" "when" "trusting" "always" "pure"] @keyword
["opcode" "data_type" "ir_type" "function_name"] @function
["(" ")" "{" "}" "[" "]"] @punctuation.bracket
["," "."] @punctuation.delimiter
