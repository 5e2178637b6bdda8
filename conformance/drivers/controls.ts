/** Controls as messages carry them, and as scenarios do. */

import type { Control } from '../../core/model/scenario.ts';
import type { ControlMessage } from '../protocol/schema/index.ts';

export const scenarioControl = (control: ControlMessage): Control & { readonly at: number } => {
  switch (control.action) {
    case 'cancel':
    case 'crash':
    case 'resume':
    case 'signal':
      return control;
    case 'operator': {
      const { at, action, command, by, reason, authorised } = control;
      const { step = null, applied = null, output = null } = control;
      return { at, action, command, step, applied, output, by, reason, authorised };
    }
  }
};

/** The other way. A scenario's control that waits for an event of a trace has no time. */
export const controlMessage = (control: Control & { readonly at: number }): ControlMessage => {
  const { at } = control;
  switch (control.action) {
    case 'cancel':
    case 'crash':
    case 'resume':
      return { at, action: control.action };
    case 'signal':
      return { at, action: control.action, name: control.name, value: control.value };
    case 'operator': {
      const { action, command, step, applied, output, by, reason, authorised } = control;
      return {
        ...{ at, action, command, by, reason, authorised },
        ...(step === null ? {} : { step }),
        ...(applied === null ? {} : { applied }),
        ...(applied === true ? { output } : {}),
      };
    }
  }
};
