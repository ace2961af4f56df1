import { Option } from 'commander'

/**
 * The flag with which the action passes a request to the command. It is not for users.
 * @param replaced the names of the flags that the request replaces
 */
export function requestFlag(replaced: string[]): Option {
  return new Option('--request <file>', 'the request of the action').conflicts(replaced).hideHelp()
}
