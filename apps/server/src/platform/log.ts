import { pino } from 'pino';
import type { Config } from './config.ts';

/** Structured lines. Callers list the fields they log; whole objects, bodies and headers never go in. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export type Log = {
  debug: (fields: LogFields) => void;
  info: (fields: LogFields) => void;
  warn: (fields: LogFields) => void;
  error: (fields: LogFields & { error?: never }, cause?: unknown) => void;
};

/** `fields.event` names what happened. Of an error only name, message and stack are kept. */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: { write: (line: string) => void } = process.stdout,
): Log {
  const logger = pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    debug: (fields) => logger.debug(fields),
    info: (fields) => logger.info(fields),
    warn: (fields) => logger.warn(fields),
    error: (fields, cause) =>
      logger.error(
        cause instanceof Error
          ? { ...fields, name: cause.name, message: cause.message, stack: cause.stack }
          : fields,
      ),
  };
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
