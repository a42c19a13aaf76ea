import { ensureSite } from '../../../infra/local/build-site.ts';
import { projectFolder } from '../../../infra/local/settings.ts';

/** The built site, which `npm test` has made before, for a test file that runs alone. */
export default (): Promise<void> => ensureSite(projectFolder);
