/**
 * How to call git in an untrusted repository: it runs no hook and no file watcher of the repository, and no environment
 * variable can redirect it to another one.
 */
export function gitCall(repository: string, args: readonly string[]): { args: string[]; env: NodeJS.ProcessEnv } {
  const { PATH, HOME, XDG_CONFIG_HOME, SUDO_UID } = process.env
  return {
    args: ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-C', repository, ...args],
    env: {
      ...{ PATH, HOME, XDG_CONFIG_HOME },
      // With this variable, git as root under sudo accepts a repository of the user who called sudo.
      SUDO_UID,
      GIT_TERMINAL_PROMPT: '0',
      GIT_LFS_SKIP_SMUDGE: '1',
    },
  }
}
