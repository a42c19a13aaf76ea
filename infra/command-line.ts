/** How a command of the operator's command line begins. */
export const OPS = 'npm run ops --';

/** A whole command for a stage or, without one, for this machine. */
export const opsLine = (command: string, stage: string | undefined): string =>
  [OPS, command, ...(stage === undefined ? [] : ['--stage', stage])].join(' ');
