import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  changeCampaignTemplate,
  getCampaignTemplate,
  getCampaignTemplates,
} from '#contract/compose-campaign';
import { request } from '../../../api/client.ts';
import { templateMessages as texts } from '../../../text/admin-compose.ts';
import { adminMessages } from '../../../text/admin-members.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { formatShortInHongKong } from '../../../text/format.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable, RowActions } from '../../../ui/data-table.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { MessageForm } from './message.ts';

type Template = z.output<typeof getCampaignTemplates.reply>['data']['items'][number];
type TemplateText = Pick<MessageForm, 'subject' | 'content' | 'replyTo'>;

const TEMPLATES = ['compose', 'templates'];

interface Props {
  text: TemplateText;
  /** Whether starting from a template would lose text. */
  hasText: boolean;
  onUse: (text: TemplateText) => void;
  onNotice: (notice: NoticeMessage) => void;
}

/** The templates of all administrators: to start from, to delete, and to add this email to. */
export function Templates({ text: { subject, content, replyTo }, hasText, onUse, onNotice }: Props) {
  const [dialog, setDialog] = useState<'list' | 'save'>();
  const end = (text?: string) => {
    setDialog(undefined);
    if (text !== undefined) onNotice({ tone: 'success', text });
  };
  return (
    <>
      <Button kind="outline" isSmall onClick={() => setDialog('list')}>
        Templates
      </Button>
      {dialog === 'list' && (
        <TemplatesDialog
          hasText={hasText}
          onUse={(found) => {
            onUse(found);
            end(texts.used);
          }}
          onSave={() => setDialog('save')}
          onClose={() => end()}
        />
      )}
      {dialog === 'save' && (
        <ActionDialog
          title={texts.saveTitle}
          text={texts.saveText}
          label="Save template"
          fields={[{ name: 'name', label: 'Name', isWide: true }]}
          reasonHint={false}
          request={{
            schema: changeCampaignTemplate.request,
            read: (given) => ({ action: 'save', name: given('name'), subject, content, replyTo }),
          }}
          run={async (input) => (await request(changeCampaignTemplate, input)).msg}
          onEnd={end}
        />
      )}
    </>
  );
}

interface DialogProps {
  hasText: boolean;
  onUse: (text: TemplateText) => void;
  onSave: () => void;
  onClose: () => void;
}

function TemplatesDialog({ hasText, onUse, onSave, onClose }: DialogProps) {
  const templates = useQuery({
    queryKey: TEMPLATES,
    queryFn: async () => (await request(getCampaignTemplates)).data.items,
    staleTime: 0,
  });
  const [notice, setNotice] = useState<NoticeMessage>();
  const [asked, setAsked] = useState<{ kind: 'use' | 'delete'; name: string }>();
  const options = {
    failed: adminMessages.actionFailed,
    invalidates: [TEMPLATES],
    onNotice: setNotice,
  };
  const use = useAction(async (name: string) => (await request(getCampaignTemplate, { name })).data, {
    ...options,
    onSuccess: (found) => (found ? onUse(found) : setNotice({ tone: 'danger', text: texts.deleted })),
  });
  const remove = useAction((name: string) => request(changeCampaignTemplate, { action: 'delete', name }), {
    ...options,
    done: ({ msg }) => msg,
  });
  return (
    <Dialog wide title="Templates" text={texts.templatesText} onCancel={onClose}>
      <ResultNotice notice={notice} />
      <QueryState query={templates}>
        {(items) =>
          items.length === 0 ? (
            <p className="hint">{texts.none}</p>
          ) : (
            <DataTable
              columns={COLUMNS}
              rows={items}
              rowKey={({ name }) => name}
              actions={({ name }) => (
                <RowActions
                  about={name}
                  actions={[
                    ['Use', () => (hasText ? setAsked({ kind: 'use', name }) : use.start(name))],
                    ['Delete', () => setAsked({ kind: 'delete', name })],
                  ]}
                />
              )}
            />
          )
        }
      </QueryState>
      <DialogActions back="Close" onBack={onClose}>
        <Button onClick={onSave}>Save as template</Button>
      </DialogActions>
      {asked && (
        <ConfirmDialog
          {...(asked.kind === 'use'
            ? { title: texts.useTitle, text: texts.useText, label: 'Replace' }
            : { title: texts.deleteTitle(asked.name), text: texts.deleteText, label: 'Delete' })}
          onConfirm={() => {
            setAsked(undefined);
            (asked.kind === 'use' ? use : remove).start(asked.name);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  );
}

const COLUMNS: readonly Column<Template>[] = [
  { label: 'Name', cell: ({ name }) => name, isHeader: true },
  {
    label: 'Saved (Hong Kong time)',
    cell: ({ savedAt }) => <time dateTime={savedAt}>{formatShortInHongKong(savedAt)}</time>,
  },
];
