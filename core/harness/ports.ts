/** Finding ports by name: at once where there are many, without a table where there are few. */

interface Named {
  readonly name: string;
}

/** Up to so many ports a look at each is quicker than a table. */
const FEW = 16;

const tables = new WeakMap<readonly Named[], ReadonlyMap<string, Named>>();

/** The first port of a name. */
export function portNamed<Port extends Named>(
  ports: readonly Port[],
  name: string,
): Port | undefined {
  if (ports.length <= FEW) return ports.find((port) => port.name === name);
  let table = tables.get(ports);
  if (table === undefined) {
    table = new Map([...ports].reverse().map((port) => [port.name, port]));
    tables.set(ports, table);
  }
  return table.get(name) as Port | undefined;
}
