import { s3Files } from '../platform/files.ts';
import { eventBridgeSchedules, type ScheduleTarget } from '../platform/one-time-schedules.ts';
import { sqsQueue } from '../platform/queue.ts';

interface AdministrationSettings {
  imageBucket: string;
  queueUrl: string;
  schedules: ScheduleTarget;
}

/** What administrators' calls need besides the context of all calls. */
export const openAdministration = ({ imageBucket, queueUrl, schedules }: AdministrationSettings) => ({
  images: s3Files(imageBucket),
  queue: sqsQueue(queueUrl),
  schedules: eventBridgeSchedules(schedules),
});

export type AdministrationContext = ReturnType<typeof openAdministration>;
