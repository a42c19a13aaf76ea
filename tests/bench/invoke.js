import { writeSync } from 'node:fs';

/**
 * One cold start: imports the code, has it answer one event, says what this cost the whole process, Node's own start
 * included. Plain JavaScript, so that nothing has its types stripped meanwhile.
 */
const [entry, event] = process.argv.slice(2);
const { handler } = await import(entry);
const reply = await handler(JSON.parse(event), {});
const { userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuMs = (userCPUTime + systemCPUTime) / 1000;
writeSync(1, `\n${JSON.stringify({ cpuMs, status: reply.statusCode, body: JSON.parse(reply.body) })}`);
process.exit();
