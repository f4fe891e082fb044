// Loaded before the service with `--import`: refuses every outgoing connection and name look-up except that to the
// database's socket (OUTGOING_ALLOWED), and logs each into the file OUTGOING_LOG. All modules that connect use
// net.Socket, dns or dgram, which are patched here.
import { appendFileSync } from 'node:fs';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const { OUTGOING_ALLOWED: allowed, OUTGOING_LOG: log = '' } = process.env;

function refuse(what) {
  appendFileSync(log, `${what}\n`);
  throw new Error(`The guard refused ${what}`);
}

function targetOf([first]) {
  const options = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'string') return options;
  if (typeof options === 'number') return `port ${options}`;
  return options?.path ?? `${options?.host ?? 'localhost'}:${options?.port}`;
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const target = targetOf(args);
  return target === allowed ? connect.apply(this, args) : refuse(`connect ${target}`);
};
tls.connect = (...args) => refuse(`tls ${targetOf(args)}`);
dgram.Socket.prototype.send = () => refuse('datagram');

// An address needs no look-up, but a server that listens on one requests it nevertheless.
function guarded(name, original) {
  return function (host, ...rest) {
    const isAddress = name === 'lookup' && net.isIP(host) > 0;
    return isAddress ? original.call(this, host, ...rest) : refuse(`${name} ${host}`);
  };
}

for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(resolver))
    if (/^(lookup|resolve|reverse)/.test(name)) resolver[name] = guarded(name, resolver[name]);

syncBuiltinESMExports();
