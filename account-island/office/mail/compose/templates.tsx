import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  changeCampaignTemplate,
  getCampaignTemplate,
  getCampaignTemplates,
} from '#contract/compose-campaign';
import { fieldSentences } from '#shared/field-sentences';
import { request } from '../../../api/client.ts';
import { deleteTemplateTitle, templateMessages as texts } from '../../../text/admin-compose.ts';
import { formatShortInHongKong } from '../../../text/dates.ts';
import { errorSentence, type NoticeMessage } from '../../../text/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ConfirmDialog, FormDialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useForm } from '../../../ui/use-form.ts';
import type { MessageForm } from './message.ts';

type Template = z.output<typeof getCampaignTemplates.reply>['data']['items'][number];
type TemplateText = Pick<MessageForm, 'subject' | 'content' | 'replyTo'>;

const TEMPLATES = ['compose', 'templates'];

const useTemplates = (isWanted: boolean) =>
  useQuery({
    queryKey: TEMPLATES,
    queryFn: async () => (await request(getCampaignTemplates)).data.items,
    enabled: isWanted,
    staleTime: 0,
  });

interface Props {
  /** Whether starting from a template would lose text. */
  hasText: boolean;
  onUse: (name: string, text: TemplateText) => void;
}

/** The templates of all administrators, to start from and delete. Loaded when they are opened. */
export function Templates({ hasText, onUse }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const templates = useTemplates(isOpen);
  const [notice, setNotice] = useState<NoticeMessage>();
  const [change, setChange] = useState<{ kind: 'use' | 'delete'; name: string }>();
  const use = useAction(
    async (name: string) => ({ name, found: (await request(getCampaignTemplate, { name })).data }),
    {
      invalidates: [TEMPLATES],
      onError: (error) => setNotice({ tone: 'danger', text: errorSentence(error, texts.failed) }),
      onSuccess: ({ name, found }) => {
        setChange(undefined);
        if (found) onUse(name, found);
        setNotice(found ? { tone: 'success', text: texts.used } : { tone: 'danger', text: texts.deleted });
      },
    },
  );
  const remove = useAction((name: string) => request(changeCampaignTemplate, { action: 'delete', name }), {
    done: ({ msg }) => msg,
    failed: (error) => errorSentence(error, texts.failed),
    invalidates: [TEMPLATES],
    onSuccess: () => setChange(undefined),
    onNotice: setNotice,
  });
  const button = (label: string, name: string, onClick: () => void) => (
    <Button kind="inline" aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
  const start = (name: string) => (hasText ? setChange({ kind: 'use', name }) : use.start(name));
  return (
    <details className="disclosure" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Templates</summary>
      <ResultNotice notice={notice} />
      {isOpen && (
        <QueryState query={templates} waiting={texts.loading} failed={texts.failed}>
          {(items) =>
            items.length === 0 ? (
              <p className="hint">{texts.none}</p>
            ) : (
              <DataTable
                columns={COLUMNS}
                rows={items}
                rowKey={({ name }) => name}
                actions={({ name }) => (
                  <div className="panel__actions">
                    {button('Use', name, () => start(name))}
                    {button('Delete', name, () => setChange({ kind: 'delete', name }))}
                  </div>
                )}
              />
            )
          }
        </QueryState>
      )}
      {change?.kind === 'use' && (
        <ConfirmDialog
          title={texts.useTitle}
          text={texts.useText}
          label="Replace"
          busy={use.isBusy}
          onConfirm={() => use.start(change.name)}
          onCancel={() => setChange(undefined)}
        />
      )}
      {change?.kind === 'delete' && (
        <ConfirmDialog
          title={deleteTemplateTitle(change.name)}
          text={texts.deleteText}
          label="Delete"
          busy={remove.isBusy}
          onConfirm={() => remove.start(change.name)}
          onCancel={() => setChange(undefined)}
        />
      )}
    </details>
  );
}

const COLUMNS: readonly Column<Template>[] = [
  { label: 'Name', cell: ({ name }) => name, isHeader: true },
  {
    label: 'Saved (Hong Kong time)',
    cell: ({ savedAt }) => <time dateTime={savedAt}>{formatShortInHongKong(savedAt)}</time>,
  },
];

interface SaveProps {
  /** The template with which this email began. */
  initial: string;
  text: TemplateText;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

const NAME = { name: 'Name' };
const nameIn = (form: HTMLFormElement): string => String(new FormData(form).get('name') ?? '').trim();

/** Saves subject, text and reply address under a name. */
export function SaveTemplateDialog({ initial, text, onDone, onCancel }: SaveProps) {
  const form = useForm<'name'>({
    labels: NAME,
    check: (element) => new Map(nameIn(element) === '' ? [['name', fieldSentences.required]] : []),
    submit: async (element) => {
      const { subject, content, replyTo } = text;
      const template = { name: nameIn(element), subject, content, replyTo };
      onDone((await request(changeCampaignTemplate, { action: 'save', ...template })).msg);
      return undefined;
    },
    errors: { fallback: texts.failed },
  });
  return (
    <FormDialog
      title={texts.saveTitle}
      text={texts.saveText}
      form={form}
      label="Save template"
      busyLabel="Saving..."
      onCancel={onCancel}
    >
      <TextField {...form.field('name')} required maxLength={80} autoComplete="off" defaultValue={initial} />
    </FormDialog>
  );
}
