/** Errors of models that are installed on the server: of calls, and of installing them. */
export const localModelErrors = {
  'model.local_missing': 503,
  'model.local_unusable': 502,
  'model.local_memory': 503,
  'model.local_crashed': 503,
  'local_model.not_found': 404,
  'local_model.running': 409,
  'local_model.installed': 409,
  'local_model.not_running': 409,
  'local_model.too_large': 422,
  'local_model.path_forbidden': 422,
  'local_model.path_missing': 422,
  'local_model.not_a_model': 422,
  'local_model.damaged': 422,
  'local_model.external_data': 422,
  'local_model.custom_operators': 422,
  'local_model.tokenizer_missing': 422,
  'local_model.unknown_type': 422,
  'local_model.several_models': 422,
  'local_model.no_chat_model': 422,
  'local_model.no_chat_template': 422,
  'local_model.unreachable': 502,
  'local_model.answer': 502,
  'local_model.checksum': 502,
  'local_model.no_checksum': 502,
  'local_model.disk_full': 503,
  'local_model.failed': 500,
} as const;

/** What a call of such a model can end in. */
export const modelProcessErrors = [
  'model.local_missing',
  'model.local_unusable',
  'model.local_memory',
  'model.local_crashed',
] as const satisfies readonly (keyof typeof localModelErrors)[];
