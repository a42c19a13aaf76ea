// Runs a command and ends it when the channel to the parent process closes: that happens when the parent ends for any
// reason (kill -9 included), on every platform. Its own title keeps it alive when somebody runs "killall -9 node".
import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 1000;

const [command = '', ...args] = process.argv.slice(2);
process.title = ['guard', command, ...args].join(' ');
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
const end = () => {
  child.kill();
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
};
process.on('disconnect', end);
// If this process is killed, the parent ends the command itself. The parent can be gone already: that's no error here.
if (process.connected) process.send?.(child.pid, () => {});
else end();
