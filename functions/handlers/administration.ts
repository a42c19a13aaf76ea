import { s3Files } from '../platform/files.ts';
import { eventBridgeSchedules, type ScheduleTarget } from '../platform/one-time-schedules.ts';
import { sqsQueue } from '../platform/queue.ts';

interface AdministrationSettings {
  imageBucket: string;
  queueUrl: string;
  importQueueUrl: string;
  schedules: ScheduleTarget;
}

/** What administrators' calls need besides the context of all calls. */
export const openAdministration = ({
  imageBucket,
  queueUrl,
  importQueueUrl,
  schedules,
}: AdministrationSettings) => ({
  images: s3Files(imageBucket),
  queue: sqsQueue(queueUrl),
  importQueue: sqsQueue(importQueueUrl),
  schedules: eventBridgeSchedules(schedules),
});

export type AdministrationContext = ReturnType<typeof openAdministration>;
