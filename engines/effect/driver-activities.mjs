// @ts-check
/** The same driver, whose compensations are activities, so that the engine records them too. */

import { createDriver } from './driver.mjs';

export default createDriver('activities');
