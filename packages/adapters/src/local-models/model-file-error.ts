/** Why files are no model that can be installed. */
export type ModelFileReason =
  | 'not_a_model'
  | 'damaged'
  | 'external_data'
  | 'custom_operators'
  | 'tokenizer_missing'
  | 'unknown_type'
  | 'several_models'
  | 'no_chat_model'
  | 'no_chat_template'
  | 'too_large';

export class ModelFileError extends Error {
  readonly reason: ModelFileReason;
  readonly details: Record<string, string | number>;
  constructor(reason: ModelFileReason, details: Record<string, string | number> = {}) {
    super(`${reason}: ${JSON.stringify(details)}`);
    this.name = 'ModelFileError';
    this.reason = reason;
    this.details = details;
  }
}
