/** A process of `processes.ts`: writes to one wallet whenever it is told to. */
import { drive, type Load } from '../load.ts';
import type { WritingTask } from './processes.ts';
import { sachet } from './sachet.ts';

const task = JSON.parse(process.argv[2]!) as WritingTask;
const writer = await sachet(task.connectionString, task.walletId).open(1);
const callers = Array.from({ length: task.callers }, (_, i) => writer.caller(i, [task.walletId]));
process.on('message', (load: Load) => {
  void drive(callers, load).then(({ eventsPerSecond }) => process.send!(eventsPerSecond));
});
process.send!('ready');
