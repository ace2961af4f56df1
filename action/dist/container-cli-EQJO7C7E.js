import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-BWS6H2QF.js";import"./chunk-KPNVQ3OO.js";import"./chunk-4RJIYSVA.js";import"./chunk-WNETR6DX.js";import"./chunk-R7YSCQ7A.js";import"./chunk-JUT3ESAC.js";import"./chunk-AWBFGO2A.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as ContainerCli};
