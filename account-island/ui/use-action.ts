import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ErrorSentences, errorSentence, type NoticeMessage } from '../text/errors.ts';
import { useButtonLock } from './use-timers.ts';

interface Options<Input, Result> {
  /** The sentences for an error. */
  failed?: ErrorSentences;
  /** The sentence after a success; absent if the screen shows the success by itself. */
  done?: (result: Result, input: Input) => string;
  /** The queries to read again afterwards; also after a failure, which may mean that somebody else was faster. */
  invalidates?: readonly QueryKey[];
  /** Whether it is locked for 3 s after each press. */
  locks?: boolean;
  /** Called while the screen that started it is still there. */
  onSuccess?: (result: Result, input: Input) => void;
  onError?: (error: unknown, input: Input) => void;
  /** Called with the result, if another part of the screen shows it; undefined at the start. */
  onNotice?: (notice: NoticeMessage | undefined) => void;
}

/** The only way to change something on the server, one change at a time: `start` does nothing while the last one runs. */
export function useAction<Input = void, Result = unknown>(
  run: (input: Input) => Promise<Result>,
  options: Options<Input, Result> = {},
) {
  const client = useQueryClient();
  const [isLocked, lock] = useButtonLock();
  // Two presses may come before the next render.
  const isRunning = useRef(false);
  // Callbacks are those of the latest render, not of the one that started the change.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: run,
    onSettled: () => {
      isRunning.current = false;
      for (const queryKey of latest.current.invalidates ?? []) client.invalidateQueries({ queryKey });
    },
  });

  const start = (input: Input) => {
    if (isRunning.current || isLocked) return;
    isRunning.current = true;
    if (options.locks) lock();
    options.onNotice?.(undefined);
    mutation.mutate(input, {
      onSuccess: (result) => {
        latest.current.onSuccess?.(result, input);
        latest.current.onNotice?.(successOf(latest.current, result, input));
      },
      onError: (error) => {
        latest.current.onError?.(error, input);
        latest.current.onNotice?.(failureOf(latest.current, error));
      },
    });
  };

  return {
    start,
    reset: mutation.reset,
    isBusy: mutation.isPending,
    isLocked,
    /** The input of the last start. */
    input: mutation.variables,
    result: mutation.data,
    error: mutation.error,
    notice: mutation.isError
      ? failureOf(options, mutation.error)
      : mutation.isSuccess
        ? successOf(options, mutation.data, mutation.variables)
        : undefined,
  };
}

const failureOf = ({ failed }: { failed?: ErrorSentences }, error: unknown): NoticeMessage => ({
  tone: 'danger',
  text: errorSentence(error, failed),
});

function successOf<Input, Result>({ done }: Options<Input, Result>, result: Result, input: Input) {
  return done && ({ tone: 'success', text: done(result, input) } as const);
}
