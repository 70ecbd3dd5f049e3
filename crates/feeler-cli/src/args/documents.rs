//! The options of the commands that write completions and manual pages.

use clap::Args as Group;
use clap_complete::Shell;

#[derive(Debug, Group)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Debug, Group)]
pub(crate) struct ManArgs {
    /// The command that the page is about; that of feeler itself without one
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  feeler completions bash > feeler.bash    # then: source feeler.bash
  feeler completions zsh > _feeler         # in a folder of $fpath
  feeler completions fish > feeler.fish    # in ~/.config/fish/completions";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  feeler man > feeler.1                    # then: man ./feeler.1
  feeler man check > feeler-check.1
  feeler man bench run > feeler-bench-run.1";
