// One process for all: the CDK takes seconds to load.
import './templates/alarms.ts';
import './templates/api.ts';
import './templates/audit-log.ts';
import './templates/cdn.ts';
import './templates/firewall.ts';
import './templates/jobs.ts';
import './templates/logs.ts';
import './templates/nag.ts';
import './templates/data.ts';
import './templates/rights.ts';
import './templates/stage-changes.ts';
import './templates/stages.ts';
import './templates/time-limits.ts';
