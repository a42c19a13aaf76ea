import { checkAdmin, deleteAccount, exportData, getDevices, signOutDevices } from './account.ts';
import * as adminMembers from './admin-members.ts';
import { getArchive, verifyArchivePassword, verifyArchiveToken } from './archive.ts';
import { getAudit, getHistory } from './audit.ts';
import { genSalt, getSalt, login, register } from './auth.ts';
import {
  cancelCampaign,
  duplicateCampaign,
  exportDeliveries,
  getCampaign,
  getCampaignMessage,
  getCampaigns,
  getDeliveries,
  pauseCampaign,
  resendCampaign,
  resumeCampaign,
} from './campaigns.ts';
import {
  createCampaign,
  deleteCampaignDraft,
  getCampaignDraft,
  previewCampaign,
  saveCampaignDraft,
  sendTestCampaign,
  uploadMailImage,
} from './compose-campaign.ts';
import { getConferences } from './conferences.ts';
import type { Endpoint } from './endpoint.ts';
import { applyImport, cancelImport, checkImport, getImports } from './imports.ts';
import { logout } from './logout.ts';
import {
  getMailPreferences,
  getSuppressions,
  setMailPreferences,
  unsubscribe,
  unsuppressAddress,
} from './mail-preferences.ts';
import {
  createMembershipCard,
  getMembership,
  getMembershipCard,
  revokeMembershipCard,
  verifyMembershipCard,
} from './membership.ts';
import { forgetPassword, newSalt, resetPassword, updatePassword } from './password.ts';
import {
  confirmPayment,
  getPaymentsForReview,
  getReceipt,
  paymentWebhook,
  resolvePayment,
} from './payments.ts';
import { sendVerification, updateUserInfo, verifyEmail } from './profile.ts';
import {
  beginSecondFactor,
  finishSecondFactor,
  getSecondFactor,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { getUserInfo } from './user.ts';

/** Every call of the API. The routes and the access tests read this table; the island imports single endpoints. */
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
  getDevices,
  signOutDevices,
  exportData,
  deleteAccount,
  getSecondFactor,
  beginSecondFactor,
  finishSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  giveSecondFactor,
  checkAdmin,
  adminMembers.getRecipients,
  adminMembers.getMembers,
  adminMembers.getMember,
  getAudit,
  getHistory,
  adminMembers.grantTerm,
  adminMembers.correctTerm,
  adminMembers.voidTerm,
  adminMembers.recordBankTransfer,
  adminMembers.setMemberState,
  adminMembers.setMemberCategory,
  adminMembers.addConferenceRecord,
  adminMembers.removeConferenceRecord,
  adminMembers.exportMembers,
  checkImport,
  applyImport,
  cancelImport,
  getImports,
  getPaymentsForReview,
  resolvePayment,
  createCampaign,
  sendTestCampaign,
  previewCampaign,
  uploadMailImage,
  getCampaignDraft,
  saveCampaignDraft,
  deleteCampaignDraft,
  getCampaigns,
  getCampaign,
  getDeliveries,
  exportDeliveries,
  getCampaignMessage,
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  resendCampaign,
  duplicateCampaign,
  getMailPreferences,
  setMailPreferences,
  unsubscribe,
  getSuppressions,
  unsuppressAddress,
  getMembership,
  getConferences,
  verifyArchivePassword,
  verifyArchiveToken,
  getArchive,
  confirmPayment,
  getReceipt,
  paymentWebhook,
  getMembershipCard,
  createMembershipCard,
  revokeMembershipCard,
  verifyMembershipCard,
];
