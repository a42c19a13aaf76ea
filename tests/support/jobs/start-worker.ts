import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

interface Settings {
  table: { name: string };
  queueUrl: string;
  /** Its time at the start, in milliseconds, and how many times faster than ours it runs. */
  now: number;
  speed: number;
  /** The addresses of AWS. */
  aws: NodeJS.ProcessEnv;
}

/** Starts the sender of campaigns in a process of its own. */
export const startWorker = ({ table, queueUrl, now, speed, aws }: Settings): ChildProcess =>
  fork(join(import.meta.dirname, 'campaign-worker.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...aws,
      CAMPAIGN_QUEUE_URL: queueUrl,
      TABLE_NAME: table.name,
      MAIL_FROM: 'Asia Graphics Association <no-reply@example.org>',
      MAIL_BUCKET: 'mail',
      MAIL_KEY: 'key-of-the-tests-0123456789-0123456789',
      SITE_URL: 'https://www.example.org',
      WORKER_NOW: String(now),
      WORKER_SPEED: String(speed),
    },
  });
