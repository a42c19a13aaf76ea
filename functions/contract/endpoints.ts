import { checkAdmin, deleteAccount, endSessions, exportData, getSessions } from './account.ts';
import { getArchive, verifyArchivePassword, verifyArchiveToken } from './archive.ts';
import { getAudit, getHistory } from './audit.ts';
import { genSalt, getSalt, login, register } from './auth.ts';
import { getConferences } from './conferences.ts';
import * as desk from './desk.ts';
import type { Endpoint } from './endpoint.ts';
import { applyImport, checkImport, getImports, setAsideImport } from './imports.ts';
import { logout } from './logout.ts';
import { discardMailDraft, getMailDraft, saveMailDraft } from './mail-drafts.ts';
import {
  getMailPreferences,
  getSuppressions,
  liftSuppression,
  setMailPreferences,
  unsubscribe,
} from './mail-wishes.ts';
import { checkEmail, sendEmail, testEmail, uploadImage } from './mailing.ts';
import { getMembership } from './membership.ts';
import {
  cancelMail,
  copyMail,
  exportMail,
  getMail,
  getMailCopies,
  getOutbox,
  holdMail,
  readMail,
  resendMail,
  resumeMail,
} from './outbox.ts';
import { forgetPassword, newSalt, resetPassword, updatePassword } from './password.ts';
import { confirmPayment, getReceipt, paymentWebhook } from './payments.ts';
import { sendVerification, updateUserInfo, verifyEmail } from './profile.ts';
import { checkProof, getProof, renewProof, revokeProof } from './proof.ts';
import {
  beginSecondFactor,
  finishSecondFactor,
  getSecondFactor,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { getPayments, settlePayment } from './treasury.ts';
import { getUserInfo } from './user.ts';
import { getUsers } from './users.ts';

/** Every call of the API. The routes and the tests of access read this table; the island imports single rows. */
export const endpoints: readonly Endpoint[] = [
  getSalt,
  genSalt,
  register,
  login,
  logout,
  forgetPassword,
  resetPassword,
  newSalt,
  updatePassword,
  getUserInfo,
  updateUserInfo,
  verifyEmail,
  sendVerification,
  getSessions,
  endSessions,
  exportData,
  deleteAccount,
  getSecondFactor,
  beginSecondFactor,
  finishSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  giveSecondFactor,
  checkAdmin,
  getUsers,
  desk.getMembers,
  desk.getMember,
  getAudit,
  getHistory,
  desk.grantTerm,
  desk.correctTerm,
  desk.voidTerm,
  desk.recordTransfer,
  desk.setState,
  desk.setCategory,
  desk.addConference,
  desk.removeConference,
  desk.exportMembers,
  checkImport,
  applyImport,
  setAsideImport,
  getImports,
  getPayments,
  settlePayment,
  sendEmail,
  testEmail,
  checkEmail,
  uploadImage,
  getMailDraft,
  saveMailDraft,
  discardMailDraft,
  getOutbox,
  getMail,
  getMailCopies,
  exportMail,
  readMail,
  cancelMail,
  holdMail,
  resumeMail,
  resendMail,
  copyMail,
  getMailPreferences,
  setMailPreferences,
  unsubscribe,
  getSuppressions,
  liftSuppression,
  getMembership,
  getConferences,
  verifyArchivePassword,
  verifyArchiveToken,
  getArchive,
  confirmPayment,
  getReceipt,
  paymentWebhook,
  getProof,
  renewProof,
  revokeProof,
  checkProof,
];
