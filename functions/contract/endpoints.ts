import { checkAdmin, deleteAccount, exportData, getDevices, signOutDevices } from './account.ts';
import * as adminMembers from './admin-members.ts';
import { getArchive, verifyArchivePassword, verifyArchiveToken } from './archive.ts';
import { getAudit, getHistory } from './audit.ts';
import {
  forgetPassword,
  genSalt,
  getSalt,
  login,
  logout,
  newSalt,
  register,
  resetPassword,
  updatePassword,
} from './auth.ts';
import {
  changeCampaign,
  duplicateCampaign,
  exportDeliveries,
  getCampaign,
  getCampaignMessage,
  getCampaigns,
  getDeliveries,
} from './campaigns.ts';
import {
  changeCampaignDraft,
  createCampaign,
  getCampaignDraft,
  previewCampaign,
  sendTestCampaign,
  uploadMailImage,
} from './compose-campaign.ts';
import { getConferences } from './conferences.ts';
import type { Endpoint } from './endpoint.ts';
import { changeImport, getImports } from './imports.ts';
import {
  getMailPreferences,
  getSuppressions,
  setMailPreferences,
  unsubscribe,
  unsuppressAddress,
} from './mail-preferences.ts';
import {
  changeMembershipCard,
  getMembership,
  getMembershipCard,
  verifyMembershipCard,
} from './membership.ts';
import {
  confirmPayment,
  getPaymentsForReview,
  getReceipt,
  paymentWebhook,
  resolvePayment,
} from './payments.ts';
import { getUserInfo, updateUserInfo, verifyEmail } from './profile.ts';
import { changeSecondFactor, getSecondFactor } from './second-factor.ts';

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
  getDevices,
  signOutDevices,
  exportData,
  deleteAccount,
  getSecondFactor,
  changeSecondFactor,
  checkAdmin,
  adminMembers.getRecipients,
  adminMembers.getMembers,
  adminMembers.getMember,
  getAudit,
  getHistory,
  adminMembers.changeMember,
  adminMembers.exportMembers,
  getImports,
  changeImport,
  getPaymentsForReview,
  resolvePayment,
  createCampaign,
  sendTestCampaign,
  previewCampaign,
  uploadMailImage,
  getCampaignDraft,
  changeCampaignDraft,
  getCampaigns,
  getCampaign,
  getDeliveries,
  exportDeliveries,
  getCampaignMessage,
  changeCampaign,
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
  changeMembershipCard,
  verifyMembershipCard,
];
