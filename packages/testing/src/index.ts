export { createTestDatabase, type TestDatabase, type TestSchema } from './database.ts';
