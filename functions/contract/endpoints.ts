import { checkAdmin, deleteAccount, endSessions, exportData, getSessions } from './account.ts';
import { getArchive, verifyArchivePassword, verifyArchiveToken } from './archive.ts';
import { genSalt, getSalt, login, register } from './auth.ts';
import { getConferences } from './conferences.ts';
import type { Endpoint } from './endpoint.ts';
import { logout } from './logout.ts';
import { getMembership } from './membership.ts';
import { forgetPassword, newSalt, resetPassword, updatePassword } from './password.ts';
import { confirmPayment, getReceipt, paymentWebhook } from './payments.ts';
import { sendVerification, updateUserInfo, verifyEmail } from './profile.ts';
import { checkProof, getProof, renewProof, revokeProof } from './proof.ts';
import { getUserInfo } from './user.ts';

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
  checkAdmin,
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
