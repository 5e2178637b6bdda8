/** What comes to a run from outside: cancels, signals, crashes, resumes, operators. */

import type { Control } from '../../core/model/scenario.ts';
import { crash, resume } from './crash.ts';
import { emitOfInstance } from './emit.ts';
import { planControl } from './engine.ts';
import { postToInstance } from './message.ts';
import { operate } from './operator.ts';
import type { Engine } from './state.ts';
import { deliverSignal } from './wait.ts';

export const planControls = (engine: Engine, controls: readonly Control[]): void => {
  for (const control of controls) {
    if ('at' in control) {
      planControl(engine, control.at, control);
    } else {
      const others = engine.controlsByEvent.get(control.event) ?? [];
      engine.controlsByEvent.set(control.event, [...others, control]);
    }
  }
};

/** Does what a control says; a runtime that is down hears of nothing but its resume. */
export const obey = (engine: Engine, control: Control): void => {
  const instance = engine.active[0];
  if (instance === undefined || (engine.isDown && control.action !== 'resume')) return;
  switch (control.action) {
    case 'cancel':
      postToInstance(instance, { type: 'cancel.requested' }, null);
      return;
    case 'signal': {
      const { name, value } = control;
      const received = emitOfInstance(engine, {
        type: 'signal.received',
        name,
        value,
        cause: null,
      });
      deliverSignal(engine, name, value, received);
      return;
    }
    case 'crash':
      crash(engine);
      return;
    case 'resume':
      resume(engine);
      return;
    case 'operator':
      operate(instance, control);
      return;
  }
};

/** Controls whose event has just happened come before all that follows from it. */
export const obeyDue = (engine: Engine): boolean => {
  if (engine.dueControls.length === 0) return false;
  for (const control of engine.dueControls.splice(0)) obey(engine, control);
  return true;
};
