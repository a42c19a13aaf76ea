import { ensureSite } from '../../../infra/local/build-site.ts';
import { projectFolder } from '../../../infra/local/settings.ts';

/** The built site, which `npm test` has made before: for who runs a test file alone. */
export default (): Promise<void> => ensureSite(projectFolder);
