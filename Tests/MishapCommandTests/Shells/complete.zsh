# Types a line into an interactive shell on a pseudo-terminal, presses Tab, and lets the shell say which words the line
# then has: <word><word>END.
#
#   zsh -f complete.zsh SHELL SETUP LINE
zmodload zsh/zpty || exit 2
zpty terminal $=1 || exit 2

type() { zpty -w -n terminal $1 }
wait_for() { zpty -r terminal heard "*$1*" || { print -r -- "The shell ended: $heard"; exit 1 } }

# What is waited for is not what is typed: the terminal shows that too.
type "show() { printf '<%s>' \"\$@\"; echo E''ND; }"$'\n'
type "$2"$'\n'"echo READ''Y"$'\n'
wait_for READY
# Behind the Tab: to the beginning of the line, the function in front, to the end, and off.
type "$3"$'\t\x01show \x05\n'
wait_for '>END'
print -r -- ${${heard##*$'\n'}%%$'\r'*}
