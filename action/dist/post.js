import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-JHD5SEIK.js";import"./chunk-VAZVSSUE.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-IKNHTMZJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-7KOHZOYY.js")).postStep());
