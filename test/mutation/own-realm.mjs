process.env.PROPERTY_TRIES = '25';

// In a realm of its own, a spec gets clones from Node's, whose objects are of another kind to isDeepStrictEqual.
function cloneOf(value) {
  if (Array.isArray(value)) return value.map(cloneOf);
  if (typeof value !== 'object' || Object.getPrototypeOf(value ?? '') !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cloneOf(one)]));
}

globalThis.structuredClone = cloneOf;
