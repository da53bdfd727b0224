USE [Clinic]
GO
SET ANSI_NULLS ON
GO
CREATE TABLE [dbo].[Patient](
	[PatientID] [int] IDENTITY(1,1) NOT NULL,
	[Name] [nvarchar](max) NOT NULL,
	[Phone] [nvarchar](24) NULL,
	[Born] [date] NULL,
	[Seen] [datetime2](7) NOT NULL CONSTRAINT [DF_seen] DEFAULT (getdate()),
	[IsActive] [bit] NOT NULL DEFAULT ((1)),
	[Weight] [decimal](6, 1) NULL,
	[Fee] [money] NULL,
	[Photo] [varbinary](max) NULL,
	[Guid] [uniqueidentifier] ROWGUIDCOL NOT NULL DEFAULT (newid()),
	[Age] AS (datediff(year,[Born],getdate())),
 CONSTRAINT [PK_Patient] PRIMARY KEY CLUSTERED ([PatientID] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY]
GO
CREATE TABLE [dbo].[Visit](
	[VisitID] [uniqueidentifier] NOT NULL PRIMARY KEY,
	[PatientID] [int] NOT NULL,
	[Kind] [varchar](10) NOT NULL,
	[Starts] [datetime] NOT NULL,
	[Ends] [datetime] NOT NULL,
	CHECK ([Starts] < [Ends])
)
GO
ALTER TABLE [dbo].[Visit]  WITH CHECK ADD  CONSTRAINT [FK_Visit] FOREIGN KEY([PatientID])
REFERENCES [dbo].[Patient] ([PatientID])
ON DELETE CASCADE
GO
ALTER TABLE [dbo].[Visit] CHECK CONSTRAINT [FK_Visit]
GO
ALTER TABLE [dbo].[Visit]  WITH CHECK ADD  CONSTRAINT [CK_Kind] CHECK  (([Kind]='first' OR [Kind]='again'))
GO
CREATE UNIQUE NONCLUSTERED INDEX [IX_one] ON [dbo].[Visit] ([PatientID] ASC, [Starts] ASC)
GO
EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'Who comes'
GO
