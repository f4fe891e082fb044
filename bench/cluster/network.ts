import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { must } from './must.js';

/** Addresses of the network namespaces that `npm run cluster` makes; no other network has them. */
const SUBNET = '10.77.0';
/** Where the instances, HAProxy and the load are. */
export const HERE = `${SUBNET}.254`;
export const EVERY_NODE = `${SUBNET}.0/24`;

/** A machine of the network: a namespace with one address. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The file by which the namespace is entered. */
  readonly namespace: string;
}

/** The words before a command that runs on a machine. */
export function onMachine({ namespace }: Machine): string[] {
  return ['nsenter', `--net=${namespace}`];
}

/** Machines on one switch. It lives in the namespaces of this process, and ends with them. */
export class Network {
  private constructor(readonly machines: readonly Machine[]) {}

  static async make(folder: string, names: readonly string[]): Promise<Network> {
    await must('ip', 'link', 'set', 'lo', 'up');
    await must('ip', 'link', 'add', 'switch', 'type', 'bridge');
    await must('ip', 'addr', 'add', `${HERE}/24`, 'dev', 'switch');
    await must('ip', 'link', 'set', 'switch', 'up');
    const namespaces = join(folder, 'namespaces');
    await mkdir(namespaces);
    const machines: Machine[] = [];
    for (const [index, name] of names.entries()) {
      const machine = { name, address: `${SUBNET}.${index + 1}`, namespace: join(namespaces, name) };
      await attach(machine);
      machines.push(machine);
    }
    return new Network(machines);
  }

  /** From now on the machine receives nothing from these addresses. What it sends to them arrives. */
  async deafen(machine: Machine, to: readonly string[]): Promise<void> {
    const [first = '', ...rest] = onMachine(machine);
    await must(first, ...rest, 'nft', 'add', 'element', 'inet', 'cut', 'from', `{ ${to.join(', ')} }`);
  }

  /** From now on neither side receives anything from the other. */
  async separate(machine: Machine, others: readonly Machine[]): Promise<void> {
    await this.deafen(
      machine,
      others.map(({ address }) => address),
    );
    for (const other of others) await this.deafen(other, [machine.address]);
  }

  /** All receive everything again. */
  async heal(): Promise<void> {
    for (const machine of this.machines) {
      const [first = '', ...rest] = onMachine(machine);
      await must(first, ...rest, 'nft', 'flush', 'set', 'inet', 'cut', 'from');
    }
  }
}

const DROP = `table inet cut {
  set from { type ipv4_addr; }
  chain in {
    type filter hook prerouting priority raw;
    ip saddr @from drop
  }
}
`;

async function attach(machine: Machine): Promise<void> {
  const { name, address, namespace } = machine;
  await writeFile(namespace, '');
  await must('unshare', `--net=${namespace}`, 'true');
  await must('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await must('ip', 'link', 'set', name, 'master', 'switch', 'up');
  const rules = `${namespace}.nft`;
  await writeFile(rules, DROP);
  for (const command of [
    ['ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0'],
    ['ip', 'link', 'set', 'eth0', 'up'],
    ['ip', 'link', 'set', 'lo', 'up'],
    ['nft', '-f', rules],
  ])
    await must('nsenter', `--net=${namespace}`, ...command);
}
