import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { storeSuite } from './store-suite.ts';

storeSuite('memory', createMemoryStore);
