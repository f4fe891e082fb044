const [, , first = 'help', second = ''] = process.argv;

async function run(): Promise<number> {
  if (first === 'feed') {
    // The nightly feed is an HTTP client; it needs neither the framework nor a database.
    const { feed } = await import('./feed/feed.js');
    return feed(process.argv.slice(3), process);
  }
  const [{ COMMANDS, usage }, { runCommand }] = await Promise.all([
    import('./commands/index.js'),
    import('./run-command.js'),
  ]);
  const command = COMMANDS.find(({ name }) => name === `${first} ${second}`);
  if (command === undefined) {
    const asked = first === 'help' || first === '--help';
    (asked ? process.stdout : process.stderr).write(`${usage()}\n`);
    return asked ? 0 : 2;
  }
  await runCommand(command, process.argv.slice(4));
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  const { describeProblem } = await import('./describe-problem.js');
  process.stderr.write(`${describeProblem(error)}\n`);
  process.exitCode = 1;
}
