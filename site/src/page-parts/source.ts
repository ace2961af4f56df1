/** The address of the project's source code. `OWNER` stands for the account of the first release. */
export const SOURCE = 'https://github.com/OWNER/plimsoll'
