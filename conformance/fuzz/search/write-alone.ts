/** A scenario without the documents of subworkflows: whoever runs it again names those anyway. */

import type { Json } from '../../../core/model/json.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import { emptyScenario } from '../../../core/scenario/empty.ts';
import { writeScenario } from '../../../core/scenario/write.ts';

export const writeAlone = (scenario: Scenario): Json =>
  writeScenario({ ...scenario, documents: emptyScenario.documents }) as Json;
