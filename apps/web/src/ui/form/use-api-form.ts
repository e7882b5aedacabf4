import type { ApiError, ApiErrorCode, CallInput } from '@lectern/client';
import type { BodyInputOf, Endpoint, ParamsOf, ResponseOf } from '@lectern/contract';
import { type FormErrors, type GetInputPropsReturnType, useForm } from '@mantine/form';
import type { ReactNode, SyntheticEvent } from 'react';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation } from '../../api/queries.ts';
import type { TextKey } from '../../locales/i18n.ts';
import { type FieldLimits, findBodyErrors, limitsOf } from './body-schema.ts';

type Settings<E extends Endpoint, Values> = {
  initialValues: Values;
  params?: ParamsOf<E>;
  /** What is sent; by default the values as they are. */
  toBody?: (values: Values) => BodyInputOf<E>;
  /** The field for a path of the body, where their names differ. */
  fieldOf?: (bodyPath: string) => string;
  /** Texts in place of the general ones for a field that the schema refuses. */
  messages?: { [Path in string]?: string };
  /** Rules beyond the schema; their texts win over those of the schema. */
  validate?: (values: Values) => { [Path in string]?: ReactNode };
  /** Refusals of the server that are about one field. `….<field>_taken` needs no entry. */
  errorFields?: {
    [Code in ApiErrorCode]?: string | ((error: ApiError, values: Values) => string | undefined);
  };
  /** The message at the field in place of the server's own. */
  errorTexts?: { [Code in ApiErrorCode]?: string };
  invalidates?: readonly Endpoint[];
  successMessage?: TextKey;
  onSuccess?: (result: ResponseOf<E>, values: Values) => unknown;
  /** Called with the fields that are wrong, whether the schema or the server refused them. */
  onInvalid?: (errors: FormErrors, refusedBy: 'schema' | 'server') => void;
  onChange?: (values: Values) => void;
};

type SubmitHandler = (event?: SyntheticEvent) => void;
type InputProps = Omit<GetInputPropsReturnType, 'value'> & { value: GetInputPropsReturnType['value'] };
type FieldProps = InputProps & FieldLimits;

function camelCase(path: string): string {
  return path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The server says why after the name of the field, which stands above it here. */
function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** The path has a field in the form: `levels.0.value` where there is `levels`. */
function hasField(values: object, path: string): boolean {
  return (path.split('.')[0] ?? '') in values;
}

/**
 * A form that sends one call: checks values with the call's own schema, takes limits from it, and shows what the
 * server refuses at the field it is about.
 */
export function useApiForm<E extends Endpoint, Values extends Record<string, unknown>>(
  endpoint: E,
  settings: Settings<E, Values>,
) {
  const toBody = settings.toBody ?? ((values: Values) => values as unknown as BodyInputOf<E>);

  const form = useForm<Values>({
    initialValues: settings.initialValues,
    validate: (values) => {
      const errors: FormErrors = {};
      for (const [bodyPath, text] of Object.entries(findBodyErrors(endpoint, toBody(values)))) {
        const path = settings.fieldOf?.(bodyPath) ?? bodyPath;
        if (hasField(values, path)) errors[path] ??= settings.messages?.[path] ?? text;
      }
      for (const [path, text] of Object.entries(settings.validate?.(values) ?? {}))
        if (text !== undefined && text !== null && text !== false) errors[path] = text;
      return errors;
    },
    onValuesChange: (values) => {
      // What the server said was about other values.
      if (mutation.isError) mutation.reset();
      settings.onChange?.(values);
    },
  });

  const mutation = useApiMutation<E>(endpoint, {
    invalidates: settings.invalidates,
    successMessage: settings.successMessage,
    handlesError: true,
  });

  /** The fields that a refusal of the server is about, with what to say there. */
  function fieldErrorsOf(error: ApiError, values: Values): FormErrors {
    const given = settings.errorFields?.[error.code];
    const taken = /\.(\w+)_taken$/.exec(error.code)?.[1];
    const field = typeof given === 'function' ? given(error, values) : (given ?? (taken && camelCase(taken)));
    if (field !== undefined && hasField(values, field))
      return { [field]: settings.errorTexts?.[error.code] ?? describeError(error) };
    const fields = error.code === 'request.invalid' ? error.details.fields : undefined;
    return Object.fromEntries(
      (Array.isArray(fields) ? (fields as { path: string; message: string }[]) : [])
        .map(({ path, message }): [string, string] => [camelCase(path), sentence(message)])
        .filter(([path]) => hasField(values, path)),
    );
  }

  function refuse(errors: FormErrors, refusedBy: 'schema' | 'server' = 'schema'): void {
    settings.onInvalid?.(errors, refusedBy);
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
  }

  /** Sends values that were checked; rejects with the `ApiError`, which the form shows. */
  async function send(values: Values): Promise<void> {
    try {
      const input = { params: settings.params, body: toBody(values) } as unknown as CallInput<E>;
      const result = await mutation.mutateAsync(input);
      await settings.onSuccess?.(result, values);
    } catch (error) {
      const errors = fieldErrorsOf(error as ApiError, values);
      if (Object.keys(errors).length > 0) refuse(errors, 'server');
      form.setErrors(errors);
      throw error;
    }
  }

  const onRefused = (errors: FormErrors) => refuse(errors);
  const submit = form.onSubmit((values) => void send(values).catch(() => undefined), onRefused);
  const shownAtField =
    mutation.error !== null && Object.keys(fieldErrorsOf(mutation.error, form.values)).length > 0;
  return {
    ...form,
    send,
    submit: submit as SubmitHandler,
    /** Shows a refusal of another call at the field it is about; false for one that is about none. */
    showRefusal: (error: ApiError): boolean => {
      const errors = fieldErrorsOf(error, form.values);
      form.setErrors(errors);
      return Object.keys(errors).length > 0;
    },
    refuse: onRefused,
    isSending: mutation.isPending,
    isSent: mutation.isSuccess,
    /** What went wrong and is shown at no field. */
    error: shownAtField ? null : mutation.error,
    resetError: mutation.reset,
    /** What an input needs: value, change, error and the limits of the schema. */
    field: (path: string, options?: { type: 'checkbox' }): FieldProps => ({
      ...(form.getInputProps(path as never, options) as FieldProps),
      ...(options ? {} : limitsOf(endpoint, path)),
    }),
  };
}

/** A form of these values, whatever call it sends. */
export type ApiFormOf<Values extends Record<string, unknown>> = ReturnType<
  typeof useApiForm<Endpoint, Values>
>;

/** What drawing a form needs of it. */
export type ApiFormState = {
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  isDirty: () => boolean;
} & Pick<ApiFormOf<Record<string, unknown>>, 'error' | 'isSending'>;
