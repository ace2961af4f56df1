import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-TL4YX3H6.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-BRCOELUZ.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-TAP5CYEP.js")).postStep());
