import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * One cold start: imports the code, has it answer one event, says what this cost the whole process, Node's own start
 * included. Plain JavaScript, so that nothing has its types stripped meanwhile. With `list` it says what was loaded.
 */
const [entry, event, list] = process.argv.slice(2);
const loaded = [];
if (list) {
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) loaded.push(new URL(url).pathname);
      return next(url, context);
    },
  });
}
const { handler } = await import(entry);
const reply = await handler(JSON.parse(event), {});
const { userCPUTime, systemCPUTime } = process.resourceUsage();
const cost = { cpuMs: (userCPUTime + systemCPUTime) / 1000, wallMs: performance.now() };
writeSync(
  1,
  `\n${JSON.stringify({ ...cost, loaded, status: reply.statusCode, body: JSON.parse(reply.body) })}`,
);
process.exit();
