/// The completion scripts for shells. They contain no commands or options: they ask the program that is being
/// completed, so that they need no update when it changes.
enum CompletionScript {
    /// Needs bash 4, but not the package bash-completion.
    static let bash = #"""
        # Completion of mishap in bash, written by: mishap completion bash
        _mishap() {
            local line=$COMP_LINE rest word begun front index
            local -a words=() found=()
            # Bash takes = and : for words of their own: what has no blank in front belongs to the word before.
            for ((index = 0; index <= COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                rest=${line#"${line%%[![:space:]]*}"}
                if ((index > 0)) && [[ $rest == "$line" ]]; then
                    words[${#words[@]}-1]+=$word
                else
                    words+=("$word")
                fi
                line=${rest#"$word"}
            done
            # Behind a redirection stands a file.
            if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD-1]} == *[\<\>] ]]; then
                compopt -o default
                return 0
            fi
            # The program gets its words without quotes, and with the tilde meant.
            words=("${words[@]//[\"\'\\]/}")
            words=("${words[@]/#\~\//$HOME/}")
            begun=${words[${#words[@]}-1]}
            mapfile -t found < <("${words[0]}" completion bash -- "${words[@]:1}" 2>/dev/null)
            COMPREPLY=()
            if [[ ${found[0]-} == files ]]; then
                compopt -o default
                return 0
            fi
            # Bash replaces its own last word only.
            word=${COMP_WORDS[COMP_CWORD]//[\"\'\\]/}
            [[ $word == [=:] ]] && word=""
            front=${begun%"$word"}
            for word in "${found[@]:1}"; do
                COMPREPLY+=("${word#"$front"}")
            done
            return 0
        }
        complete -F _mishap mishap

        """#

    /// An autoloaded file in `$fpath`, or sourced after compinit.
    static let zsh = #"""
        #compdef mishap
        # Completion of mishap in zsh, written by: mishap completion zsh
        _mishap() {
            local -a found offers
            local line name
            found=("${(@f)$("${(Q)words[1]/#\~\//$HOME/}" completion zsh -- \
                "${(@Q)words[2,CURRENT-1]/#\~\//$HOME/}" "${(Q)PREFIX}" 2>/dev/null)}")
            if [[ $found[1] == files ]]; then
                _files
                return
            fi
            for line in "${(@)found[2,-1]}"; do
                name=${line%%$'\t'*}
                if [[ $line == *$'\t'* ]]; then
                    offers+=("${name//:/\\:}:${line#*$'\t'}")
                else
                    offers+=("${name//:/\\:}")
                fi
            done
            _describe -V 'mishap' offers
        }
        if [[ $funcstack[1] == _mishap ]]; then
            _mishap "$@"
        else
            compdef _mishap mishap
        fi

        """#

    static let fish = #"""
        # Completion of mishap in fish, written by: mishap completion fish
        function __mishap_offers
            set -l words (commandline -opc)
            # By its path where it was called by one; a variable in it nobody expands.
            set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
            command -q $program; or set program mishap
            set -l found ($program completion fish -- $words[2..] (commandline -ct) 2>/dev/null)
            if test "$found[1]" = files
                __fish_complete_path (commandline -ct)
            else
                printf '%s\n' $found[2..]
            end
        end
        complete -c mishap -f -a '(__mishap_offers)'

        """#
}
