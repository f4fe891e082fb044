const OF_MUTANT = /\.ts(\?of=.*)$/;

/** What a module of a mutant imports from our sources is of the same mutant. */
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const [, mutant] = OF_MUTANT.exec(context.parentURL) ?? [];
  return mutant === undefined || !resolved.url.endsWith('.ts')
    ? resolved
    : { ...resolved, url: resolved.url + mutant };
}
