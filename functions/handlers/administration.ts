import { segmentsRepository } from '../admin/segment-repository.ts';
import { importsRepository } from '../imports/repository.ts';
import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { deliveriesRepository } from '../mail/campaigns/delivery-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { templatesRepository } from '../mail/campaigns/template-repository.ts';
import { queuedMailsRepository } from '../mail/transactional/repository.ts';
import { ledgerRepository } from '../payments/ledger-repository.ts';
import { s3Files } from '../platform/files.ts';
import { eventBridgeSchedules, type ScheduleTarget } from '../platform/one-time-schedules.ts';
import { sqsQueue } from '../platform/queue.ts';
import type { Table } from '../platform/table/table.ts';
import { statisticsRepository } from '../statistics/repository.ts';

interface AdministrationSettings {
  mailBucket: string;
  imageBucket: string;
  queueUrl: string;
  schedules: ScheduleTarget;
}

/** What administrators' calls need besides the dependencies of all calls: campaigns, imports, segments and the dashboard. */
export function openAdministration(
  table: Table,
  { mailBucket, imageBucket, queueUrl, schedules }: AdministrationSettings,
) {
  return {
    campaigns: campaignsRepository(table),
    templates: templatesRepository(table),
    deliveries: deliveriesRepository(table),
    messages: messageStore(s3Files(mailBucket)),
    images: s3Files(imageBucket),
    queue: sqsQueue(queueUrl),
    schedules: eventBridgeSchedules(schedules),
    imports: importsRepository(table),
    segments: segmentsRepository(table),
    queuedMails: queuedMailsRepository(table),
    statistics: statisticsRepository(table),
    ledger: ledgerRepository(table),
  };
}

export type AdministrationDeps = ReturnType<typeof openAdministration>;
