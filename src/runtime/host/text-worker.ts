import { ModelReader } from '../../model/model-reader.ts';
import { readModel } from '../../model/read.ts';
import { runWorker } from './run-worker.ts';

/* The worker of the workbench, whose documents are texts. */

// While a person types, each text differs little from the one before.
const reader = new ModelReader();

runWorker({ document: async (text) => reader.read(text), text: async (text) => readModel(text) });
