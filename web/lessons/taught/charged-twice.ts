/** A run that somebody sends: its document, its scenario, and both as a token. */

export const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>
<harness xmlns="https://harnessxml.com/spec/1.0" id="charged_twice" specVersion="1.0"
         name="Order, charged twice">
  <nodes>
    <node id="reserve" type="task" name="Reserve stock"/>
    <node id="charge" type="task" name="Charge card">
      <retry maxAttempts="3" backoff="fixed" initialDelay="PT1S" jitter="false"/>
      <timeout duration="PT3S"/>
    </node>
    <node id="ship" type="task" name="Ship parcel"/>
  </nodes>

  <edges>
    <edge from="reserve" to="charge"/>
    <edge from="charge" to="ship"/>
  </edges>
</harness>
`;

/** The receiver keeps no keys, and its first answer is lost. */
export const WORLD = {
  seed: 4,
  world: { honoursKeys: false },
  tasks: {
    reserve: [{ after: 300, ok: {} }],
    charge: [
      { after: 600, hang: true, applied: true },
      { after: 600, ok: {} },
    ],
    ship: [{ after: 500, ok: {} }],
  },
};

export const SCENARIO = `${JSON.stringify(WORLD, null, 2)}\n`;

/** The document without what it can not promise. */
export function mended(document: string): string {
  return document
    .replace(
      '<node id="charge" type="task" name="Charge card">',
      '<node id="charge" type="task" name="Charge card" idempotent="false">',
    )
    .replace(/ *<retry [^>]*\/>\n/, '');
}

/** What a link to the run holds; a test holds it equal to the two above. */
export const TOKEN =
  'u1.dVNNb9QwEP0r1pxDs9UCQtFChUBcOFDRhQuLkLEnG3cdO7KddldR_ntn8tHNqmpO8_XevHlyOtBetTW6BEUHpQ-1pAgqGRzGCBkkPHJhc3OsrXjAEI13H3dwfbXagUCnvDZuT4Vf229vPuzg5tPObSa0IIiL1KtSamKR51OdylfK13lsUOUjkdE0pqi_R_0vPRqFVOT-78uNOyfmz8kaqfwjaAyZmLBiwpIKITbOa4xDOCXjnoARwwNvSKeGOZKMB8omxp9jW8TkFZXzlwTjstfwX4auUDLoScgAD5jCSdTy-DklrJvExqwJ9V-qgy9LykpzRIII40wy0n5FK09Uvt1e31H13hAu8Ji0kZbPuog6mRp9m4Rug0yjW7fbNYGetecs_uUhsTLNa2fcUU80Mii0M9FIw44OGer92V5ORBl8fWmwX9j1rGY5e_aSR0dB87Z5wWZ-ORRDn0FU6GQwnp9sRNRQvM3g0QdLUQeVd74N8TueIhSDWQTh2yjtZm1Q_OlAluQoFOvVKgN_oG7f_80mRcuB9zxQSbeHIoUWM5BNYw3v5bTPLgfPTHzNkufdst3zIbP4qCrUreWthAtD5FprqZOQOMZYG_KD_kbO-ic';
